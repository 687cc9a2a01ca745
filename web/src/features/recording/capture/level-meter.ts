/** Loudness of a microphone, for the eye and for noticing silence. */
export class LevelMeter {
  private readonly context: AudioContext;
  private readonly analyser: AnalyserNode;
  private readonly samples: Float32Array<ArrayBuffer>;

  constructor(stream: MediaStream) {
    this.context = new AudioContext();
    this.analyser = this.context.createAnalyser();
    this.analyser.fftSize = 1024;
    this.samples = new Float32Array(this.analyser.fftSize);
    this.context.createMediaStreamSource(stream).connect(this.analyser);
    // Where nobody has clicked yet, or after a phone call, the browser holds it back.
    if (this.context.state === 'suspended') void this.context.resume();
  }

  /** Root mean square of the last 20 ms, 0 to 1; ordinary speech lies between 0.02 and 0.3. */
  level(): number {
    this.analyser.getFloatTimeDomainData(this.samples);
    const sum = this.samples.reduce((total, sample) => total + sample * sample, 0);
    return Math.sqrt(sum / this.samples.length);
  }

  close(): void {
    if (this.context.state !== 'closed') void this.context.close();
  }
}
