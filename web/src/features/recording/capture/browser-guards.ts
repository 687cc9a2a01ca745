/** Keeps the screen awake until the returned function is called; nothing happens where browsers cannot. */
export function keepAwake(): () => void {
  const wakeLock = (navigator as { wakeLock?: WakeLock }).wakeLock;
  if (!wakeLock) return () => undefined;
  let sentinel: WakeLockSentinel | undefined;
  let isWanted = true;
  const ask = () => {
    if (!isWanted || document.visibilityState !== 'visible') return;
    wakeLock
      .request('screen')
      .then((granted) => {
        sentinel = granted;
        if (!isWanted) void granted.release();
      })
      .catch(() => undefined);
  };
  // The browser takes the lock back whenever the page is hidden.
  document.addEventListener('visibilitychange', ask);
  ask();
  return () => {
    isWanted = false;
    document.removeEventListener('visibilitychange', ask);
    void sentinel?.release();
  };
}

const lockName = (recordingId: string) => `scriba.recording.${recordingId}`;

/** Makes a recording this tab's own; null when another tab has it. The lock ends with the tab, however it ends. */
export async function claimRecording(recordingId: string): Promise<(() => void) | null> {
  const locks = (navigator as { locks?: LockManager }).locks;
  if (!locks) return () => undefined;
  return new Promise((resolve, reject) => {
    locks
      .request(lockName(recordingId), { ifAvailable: true }, (lock) => {
        if (!lock) {
          resolve(null);
          return undefined;
        }
        return new Promise<void>((release) => {
          resolve(release);
        });
      })
      .catch(reject);
  });
}

/** Whether a tab of this browser is at work on the recording. */
export async function isClaimed(recordingId: string): Promise<boolean> {
  const locks = (navigator as { locks?: LockManager }).locks;
  if (!locks) return false;
  const { held = [] } = await locks.query();
  return held.some(({ name }) => name === lockName(recordingId));
}

const scarceBytes = 50 * 1024 * 1024;

/** Whether this browser has hardly any room left for audio. */
export async function isStorageNearlyFull(): Promise<boolean> {
  const storage = (navigator as { storage?: StorageManager }).storage;
  if (!storage) return false;
  const { quota, usage } = await storage.estimate();
  return quota !== undefined && usage !== undefined && quota - usage < scarceBytes;
}

/**
 * Asks the browser to keep what is stored here also when room gets short; false when it will not, or cannot say. Some
 * browsers ask the doctor: not while a visit is recorded, then.
 */
export async function keepStored(): Promise<boolean> {
  const storage = (navigator as { storage?: Partial<StorageManager> }).storage;
  if (!storage?.persist || !storage.persisted) return false;
  return (await storage.persisted()) || storage.persist();
}
