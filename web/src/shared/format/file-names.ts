import { localDay } from './dates';

/** `visita_2026-11-21.webm`, by the doctor's own day: the patient's name stays out of a folder of downloads. */
export function visitFileName(at: string, ending: string): string {
  return `visita_${localDay(at)}${ending}`;
}
