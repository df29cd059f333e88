import { type ClipboardEvent, type DragEvent, useState } from "react";
import { describeProblem } from "@/api/problem";
import { addImage } from "@/api/timeline";

type Box = { selectionStart: number; selectionEnd: number };

/**
 * Pictures pasted or dropped into a text box: kept by the server, then named in the text where the caret was.
 * `insert` gets the text to be put in place of what is between the two positions.
 */
export function usePictures(incidentId: string, insert: (text: string, start: number, end: number) => void) {
  const [sending, setSending] = useState(0);
  const [refused, setRefused] = useState<string | null>(null);

  const send = async (pictures: readonly File[], { selectionStart, selectionEnd }: Box) => {
    setRefused(null);
    setSending((count) => count + pictures.length);
    for (const picture of pictures) {
      try {
        const name = picture.name.replace(/\.[a-z]+$/i, "").replace(/[[\]\\]/g, " ");
        insert(`![${name}](${await addImage(incidentId, picture)})\n`, selectionStart, selectionEnd);
      } catch (error) {
        const { title, advice } = describeProblem(error);
        setRefused(`${picture.name}: ${title}. ${advice}`);
      } finally {
        setSending((count) => count - 1);
      }
    }
  };
  const take = (data: DataTransfer | null, box: HTMLTextAreaElement): boolean => {
    const pictures = [...(data?.files ?? [])].filter(({ type }) => type.startsWith("image/"));
    if (pictures.length > 0) void send(pictures, box);
    return pictures.length > 0;
  };
  return {
    sending: sending > 0,
    refused,
    handlers: {
      onPaste: (event: ClipboardEvent<HTMLTextAreaElement>) => {
        if (take(event.clipboardData, event.currentTarget)) event.preventDefault();
      },
      onDrop: (event: DragEvent<HTMLTextAreaElement>) => {
        if (take(event.dataTransfer, event.currentTarget)) event.preventDefault();
      },
    },
  };
}
