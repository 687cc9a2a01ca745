import { useEffect, useRef } from 'react';
import { useReducedMotion } from '@mantine/hooks';
import { recording as words } from '@/shared/i18n/recording.messages';
import { recorder } from '../capture/the-recorder';
import classes from './Waveform.module.css';

const barWidth = 3;
const barGap = 2;
const millisecondsPerBar = 60;
/** The loudness that fills the height: a voice close to the microphone. */
const fullLevel = 0.25;

function drawBars(canvas: HTMLCanvasElement, levels: readonly number[]): void {
  const pen = canvas.getContext('2d');
  if (!pen) return;
  const ratio = window.devicePixelRatio || 1;
  const { clientWidth: width, clientHeight: height } = canvas;
  // Whole pixels: a size that is set anew, even to what it is, throws the picture away.
  const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== across) canvas.width = across;
  if (canvas.height !== down) canvas.height = down;
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, width, height);
  pen.fillStyle = getComputedStyle(canvas).color;
  const shown = levels.slice(-Math.ceil(width / (barWidth + barGap)));
  shown.forEach((level, index) => {
    const tall = Math.max(2, Math.min(1, Math.sqrt(level / fullLevel)) * height);
    const left = width - (shown.length - index) * (barWidth + barGap);
    pen.fillRect(left, (height - tall) / 2, barWidth, tall);
  });
}

/** The loudness of the last seconds, drawn as bars; with reduced motion as one bar that follows the voice. */
export function Waveform({ isActive }: { isActive: boolean }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const isStill = useReducedMotion();

  useEffect(() => {
    if (!isActive) return undefined;
    const levels: number[] = [];
    const timer = setInterval(() => {
      const level = recorder.level();
      levels.push(level);
      if (levels.length > 2000) levels.splice(0, 1000);
      if (canvas.current) drawBars(canvas.current, levels);
      if (bar.current) bar.current.style.transform = `scaleX(${Math.min(1, Math.sqrt(level / fullLevel))})`;
    }, millisecondsPerBar);
    return () => clearInterval(timer);
  }, [isActive]);

  return (
    <div className={classes.frame} role="img" aria-label={words.waveform} data-active={isActive || undefined}>
      {isStill ? <div ref={bar} className={classes.bar} /> : <canvas ref={canvas} className={classes.canvas} />}
    </div>
  );
}
