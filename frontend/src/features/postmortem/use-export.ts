import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { type ExportFormat, fetchExport } from "@/api/postmortems";
import { describeProblem } from "@/api/problem";
import { toast } from "@/components/ui/toast";
import { FORMATS } from "@/features/postmortem/words";
import { announce } from "@/lib/announce";

/** Makes files of a postmortem and saves them, also when its dialog is closed before a file is ready. */
export function useExport(incidentId: string, redact: boolean) {
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return useMutation({
    mutationFn: (format: ExportFormat) => fetchExport(incidentId, format, redact),
    onMutate: (format) => announce(`Preparing the ${FORMATS[format].word}.`),
    onSuccess: (file, format) => {
      saveFile(file, `postmortem-${incidentId}.${FORMATS[format].ending}`);
      announce(`The ${FORMATS[format].word} is ready and saved.`);
    },
    onError: (error, format) => {
      if (isShown.current) return;
      const { title, advice } = describeProblem(error);
      toast(`Making the ${FORMATS[format].word} failed: ${title}. ${advice}`, { tone: "bad" });
    },
  });
}

function saveFile(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
