import { useRef } from 'react';
import { Alert, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import {
  IconAlertTriangle,
  IconMicrophone,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
} from '@tabler/icons-react';
import { formatDuration } from '@/shared/format/dates';
import { useFocusOnStep } from '@/shared/hooks/use-focus-on-step';
import { recording as words } from '@/shared/i18n/recording.messages';
import { isCapturing, isResting, type RecordingState } from '../model/recording-state';
import { FilePicker } from './FilePicker';
import { MicrophoneCheck } from './MicrophoneCheck';
import { useRecordedSeconds } from './use-recorded-time';
import { Waveform } from './Waveform';
import classes from './RecorderPanel.module.css';

interface RecorderPanelProps {
  state: RecordingState;
  hasConsent: boolean;
  /** The microphone is being opened, or a file read. */
  isStarting: boolean;
  onStart: () => void;
  onStop: () => void;
  onPause: () => void;
  onResume: () => void;
  onFile: (file: File) => void;
}

/** The microphone: level, timer, start and stop, pause; or a file instead. */
export function RecorderPanel(props: RecorderPanelProps) {
  const { state, hasConsent, isStarting } = props;
  const isRecording = state.phase === 'recording';
  const title = useRef<HTMLHeadingElement>(null);
  // What was pressed to end the recording is gone: what becomes of it is told from here on.
  useFocusOnStep(isCapturing(state) || isResting(state), (hasButtons) => (hasButtons ? null : title.current));

  return (
    <Card component="section" aria-labelledby="audio">
      <Stack gap="md">
        <Group justify="space-between" align="baseline">
          <Title order={2} id="audio" ref={title} tabIndex={-1}>
            {words.sound}
          </Title>
          <StateLabel state={state} />
        </Group>
        <Waveform isActive={isRecording} />
        <Timer isRunning={isRecording} />
        <Controls {...props} />
        {isResting(state) && !isStarting ? <MicrophoneCheck /> : null}
        <Hints state={state} hasConsent={hasConsent} />
        <Warnings state={state} />
      </Stack>
    </Card>
  );
}

function Controls(props: RecorderPanelProps) {
  const { state, hasConsent, isStarting, onStart, onStop, onPause, onResume, onFile } = props;
  const isOn = isCapturing(state);
  const mayStart = hasConsent && isResting(state) && !isStarting;
  const toggle = () => {
    if (isOn) onStop();
    else if (mayStart) onStart();
  };
  // By its place on the keyboard: with Option, a Mac types a sign of its own there. What a dialog asks comes first.
  const press = () => (document.querySelector('[aria-modal="true"]') ? undefined : toggle());
  const button = useRef<HTMLButtonElement>(null);
  // While the microphone is being opened nothing can be pressed, and nothing keeps the focus.
  useFocusOnStep(isStarting, () => (isStarting ? null : button.current));
  useHotkeys([['alt+R', press, { usePhysicalKeys: true }]], []);

  return (
    <Group justify="center" gap="sm">
      {isOn || isResting(state) ? (
        <Button
          ref={button}
          size="lg"
          px={{ base: 'md', sm: 'xl' }}
          color={isOn ? 'red' : 'teal'}
          disabled={!isOn && !mayStart}
          loading={isStarting}
          leftSection={isOn ? <IconPlayerStop size={20} aria-hidden /> : <IconMicrophone size={20} aria-hidden />}
          aria-keyshortcuts="Alt+R"
          onClick={toggle}
        >
          {isOn ? words.stop : words.start}
        </Button>
      ) : null}
      {isOn ? <PauseButton isRecording={state.phase === 'recording'} onPause={onPause} onResume={onResume} /> : null}
      {isResting(state) ? (
        <>
          <Text c="dimmed" visibleFrom="sm">
            {words.or}
          </Text>
          <FilePicker isDisabled={!mayStart} isBusy={isStarting} onPick={onFile} />
        </>
      ) : null}
    </Group>
  );
}

/** One button for both, so that it keeps the focus when it is pressed. */
function PauseButton({
  isRecording,
  onPause,
  onResume,
}: { isRecording: boolean } & Pick<RecorderPanelProps, 'onPause' | 'onResume'>) {
  const Icon = isRecording ? IconPlayerPause : IconPlayerPlay;
  return (
    <Button variant="default" leftSection={<Icon size={18} aria-hidden />} onClick={isRecording ? onPause : onResume}>
      {isRecording ? words.pause : words.resume}
    </Button>
  );
}

function StateLabel({ state }: { state: RecordingState }) {
  const isFile = state.phase === 'stopping' && state.identity?.source === 'upload';
  return (
    <Text component="p" className={classes.state} data-phase={state.phase} role="status">
      {isFile ? words.states.sendingFile : words.states[state.phase]}
    </Text>
  );
}

function Timer({ isRunning }: { isRunning: boolean }) {
  const seconds = useRecordedSeconds(isRunning);
  return (
    <Text className={classes.timer} role="timer" aria-label={words.timer}>
      {formatDuration(seconds)}
    </Text>
  );
}

/** What is safe where, while the microphone is on: without the server, in this browser. */
function safety({ delivery }: RecordingState): string {
  return delivery === 'idle' || delivery === 'sending' ? words.safe.recording : words.safe.recordingHere;
}

function Hints({ state, hasConsent }: { state: RecordingState; hasConsent: boolean }) {
  if (!isCapturing(state) && !isResting(state)) return null;
  const lines = isCapturing(state) ? [safety(state)] : [...(hasConsent ? [] : [words.needsConsent]), words.uploadHint];
  return (
    <Stack gap={4}>
      {lines.map((line) => (
        <Text key={line} size="sm" c="dimmed" ta="center">
          {line}
        </Text>
      ))}
      <Text size="sm" c="dimmed" ta="center" className={classes.shortcut}>
        {words.shortcut}
      </Text>
    </Stack>
  );
}

function Warnings({ state }: { state: RecordingState }) {
  const sentences = [
    ...state.warnings.map((warning) => words.warnings[warning]),
    ...(state.phase === 'interrupted' ? [words.interruptedNow] : []),
  ];
  return sentences.map((sentence) => (
    <Alert key={sentence} color="orange" icon={<IconAlertTriangle aria-hidden />} role="alert">
      {sentence}
    </Alert>
  ));
}
