import { estimatedSeconds } from '../model/audio-file';

const deadline = 10_000;

export interface FileDuration {
  seconds: number;
  isEstimate: boolean;
}

function measure(address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const player = new Audio();
    const timer = setTimeout(() => reject(new DOMException('no metadata in time', 'TimeoutError')), deadline);
    const settle = (act: () => void) => {
      clearTimeout(timer);
      player.removeAttribute('src');
      act();
    };
    player.preload = 'metadata';
    player.addEventListener('loadedmetadata', () => {
      const { duration } = player;
      settle(() => (Number.isFinite(duration) ? resolve(duration) : reject(new Error('no duration'))));
    });
    player.addEventListener('error', () => settle(() => reject(new Error('not playable'))));
    player.src = address;
  });
}

/** The length of a chosen file; after 10 s without an answer, or for what the browser cannot play, a guess from its size. */
export async function detectDuration(file: File): Promise<FileDuration> {
  const address = URL.createObjectURL(file);
  try {
    return { seconds: Math.round(await measure(address)), isEstimate: false };
  } catch (error) {
    const isLate = error instanceof DOMException && error.name === 'TimeoutError';
    return { seconds: estimatedSeconds(file, !isLate), isEstimate: true };
  } finally {
    URL.revokeObjectURL(address);
  }
}
