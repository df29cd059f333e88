/** Acts at once, then at most once every `pauseMs`; what is asked for meanwhile is done together at the end of the pause. */
export function paced(pauseMs: number, act: () => void): { ask: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWanted = false;
  const rest = () => {
    timer = undefined;
    if (isWanted) go();
  };
  const go = () => {
    isWanted = false;
    timer = setTimeout(rest, pauseMs);
    act();
  };
  return {
    ask: () => {
      if (timer === undefined) go();
      else isWanted = true;
    },
    stop: () => {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
