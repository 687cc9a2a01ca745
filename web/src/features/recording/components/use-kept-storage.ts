import { useEffect, useState } from 'react';
import { isStorageNearlyFull, keepStored } from '../capture/browser-guards';
import { isCapturing } from '../model/recording-state';
import { recorder } from '../capture/the-recorder';

/** Asked once for each opened tab: a browser that asks the doctor in turn does not ask at every visit. */
let asked: Promise<boolean> | undefined;

/** Asks the browser, before the doctor records, to keep the audio; true where it may not and room is short. */
export function useMayBeForgotten(): boolean {
  const [mayBeForgotten, setMayBeForgotten] = useState(false);
  useEffect(() => {
    let isLive = true;
    async function look() {
      if (isCapturing(recorder.snapshot())) return;
      asked ??= keepStored();
      const isAtRisk = !(await asked) && (await isStorageNearlyFull());
      if (isLive) setMayBeForgotten(isAtRisk);
    }
    look().catch(() => undefined);
    return () => {
      isLive = false;
    };
  }, []);
  return mayBeForgotten;
}
