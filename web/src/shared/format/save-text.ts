/** Hands a text to the browser as a file to keep; the mark at its start tells spreadsheets that it is UTF-8. */
export function saveText(fileName: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob(['\ufeff', text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
}
