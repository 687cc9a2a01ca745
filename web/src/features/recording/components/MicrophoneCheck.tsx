import { useEffect, useRef, useState } from 'react';
import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { IconVolume } from '@tabler/icons-react';
import { toApiError } from '@/shared/api/errors';
import { recording as words, recordingProblem } from '@/shared/i18n/recording.messages';
import {
  followAudioInputs,
  listAudioInputs,
  microphoneConstraints,
  preferMicrophone,
  preferredMicrophone,
  type AudioInput,
} from '../capture/audio-inputs';
import { LevelMeter } from '../capture/level-meter';
import { microphoneError } from '../capture/microphone';
import classes from './MicrophoneCheck.module.css';

const refreshMilliseconds = 60;
/** The loudness that fills the bar: a voice close to the microphone. */
const fullLevel = 0.25;

function useAudioInputs(isTesting: boolean): AudioInput[] {
  const [inputs, setInputs] = useState<AudioInput[]>([]);
  useEffect(() => {
    // Asked again after a test: by then the browser tells the names.
    const refresh = () => void listAudioInputs().then(setInputs, () => undefined);
    refresh();
    return followAudioInputs(refresh);
  }, [isTesting]);
  return inputs;
}

/** Which microphone, and whether it hears: to be looked at before the visit begins. */
export function MicrophoneCheck() {
  const [chosen, setChosen] = useState(preferredMicrophone);
  const [isTesting, setTesting] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const inputs = useAudioInputs(isTesting);
  const isKnown = inputs.some(({ id }) => id === chosen);

  function choose(id: string | null) {
    preferMicrophone(id);
    setChosen(id);
  }

  return (
    <Stack gap="xs">
      <Group gap="sm" align="flex-end" justify="center">
        {inputs.length > 1 ? (
          <Select
            label={words.microphone.label}
            placeholder={words.microphone.system}
            data={inputs.map(({ id, label }) => ({ value: id, label }))}
            value={isKnown ? chosen : null}
            onChange={choose}
            clearable
            flex="1 1 240px"
            maw={420}
          />
        ) : null}
        <Button
          variant="subtle"
          px="sm"
          leftSection={<IconVolume size={18} aria-hidden />}
          aria-pressed={isTesting}
          onClick={() => {
            setProblem(null);
            setTesting(!isTesting);
          }}
        >
          {isTesting ? words.microphone.stopTest : words.microphone.test}
        </Button>
      </Group>
      {isTesting ? (
        <LevelBar
          key={chosen}
          onFailed={(error) => {
            const { code, message } = toApiError(error);
            setProblem(recordingProblem(code, message));
            setTesting(false);
          }}
        />
      ) : null}
      {problem ? (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {problem}
        </Text>
      ) : null}
    </Stack>
  );
}

/** The loudness of the microphone, live, recorded nowhere. */
function LevelBar({ onFailed }: { onFailed: (error: unknown) => void }) {
  const bar = useRef<HTMLDivElement>(null);
  const failed = useRef(onFailed);

  useEffect(() => {
    let isLive = true;
    let close: () => void = () => undefined;
    async function listen() {
      const stream = await navigator.mediaDevices.getUserMedia(microphoneConstraints());
      const meter = new LevelMeter(stream);
      const timer = setInterval(() => {
        const filled = Math.min(1, Math.sqrt(meter.level() / fullLevel));
        if (bar.current) bar.current.style.transform = `scaleX(${filled})`;
      }, refreshMilliseconds);
      close = () => {
        clearInterval(timer);
        meter.close();
        stream.getTracks().forEach((track) => track.stop());
      };
      if (!isLive) close();
    }
    listen().catch((error: unknown) => {
      if (isLive) failed.current(microphoneError(error));
    });
    return () => {
      isLive = false;
      close();
    };
  }, []);

  return (
    <div className={classes.level}>
      <Text size="sm" c="dimmed" ta="center">
        {words.microphone.speak}
      </Text>
      <div className={classes.track} role="img" aria-label={words.waveform}>
        <div ref={bar} className={classes.fill} />
      </div>
    </div>
  );
}
