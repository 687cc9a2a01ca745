import { reportAsHtml, reportAsText, type Consultation } from './report';

/** Puts the report on the clipboard, as plain and as formatted text. Throws when the browser does not allow it. */
export async function copyReport(consultation: Consultation): Promise<void> {
  const text = reportAsText(consultation);
  if (typeof ClipboardItem === 'undefined') {
    await navigator.clipboard.writeText(text);
    return;
  }
  const asBlob = (type: string, content: string) => new Blob([content], { type });
  await navigator.clipboard.write([
    new ClipboardItem({
      'text/plain': asBlob('text/plain', text),
      'text/html': asBlob('text/html', reportAsHtml(consultation)),
    }),
  ]);
}
