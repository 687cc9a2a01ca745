const longestWait = 2_000;

/** Waits until the page is painted and has nothing better to do: what is not needed for the first look loads after it. */
export async function untilIdle(): Promise<void> {
  // Without these the pause may come between drawing and painting. A hidden page paints nothing.
  if (document.visibilityState === 'visible') {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  }
  if (!('requestIdleCallback' in window)) return;
  await new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: longestWait }));
}
