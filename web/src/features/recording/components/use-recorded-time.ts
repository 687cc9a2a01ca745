import { useEffect, useState } from 'react';
import { recorder } from '../capture/the-recorder';

const refreshMilliseconds = 200;

/** Seconds recorded so far, followed while the recording runs. */
export function useRecordedSeconds(isRunning: boolean): number {
  const [seconds, setSeconds] = useState(() => recorder.recordedNow() / 1000);
  useEffect(() => {
    const refresh = () => setSeconds(Math.floor(recorder.recordedNow() / 1000));
    refresh();
    if (!isRunning) return undefined;
    const timer = setInterval(refresh, refreshMilliseconds);
    return () => clearInterval(timer);
  }, [isRunning]);
  return seconds;
}
