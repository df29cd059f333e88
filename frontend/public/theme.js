// Runs before the first paint so that no page flashes in the wrong theme.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem("memoryops.theme");
  } catch {
    // Storage may be blocked; the system's preference then decides.
  }
  const light = window.matchMedia("(prefers-color-scheme: light)").matches;
  const theme = chosen === "light" || chosen === "dark" ? chosen : light ? "light" : "dark";
  document.documentElement.dataset.theme = theme;
})();
