import { useEffect } from 'react';

/** As a string of CSS: what would end it is written by its number. */
function quoted(text: string): string {
  return `"${text.replace(/["\\\n]/g, (sign) => `\\${sign.charCodeAt(0).toString(16)} `)}"`;
}

/**
 * Writes the text at the foot of every printed page, on the left: only a rule for pages reaches their margins. A browser
 * that takes no sheets made by a program prints without it.
 */
export function usePageFoot(text: string): void {
  useEffect(() => {
    if (!('adoptedStyleSheets' in document)) return undefined;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      `@page { @bottom-left { content: ${quoted(text)}; font-family: 'Inter Variable', sans-serif; font-size: 9pt; color: #444; } }`,
    );
    document.adoptedStyleSheets.push(sheet);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    };
  }, [text]);
}
