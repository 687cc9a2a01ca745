import { useEffect, useRef } from 'react';
import { ActionIcon, Group, NativeSelect, Skeleton, Text } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconRewindBackward5, IconRewindForward5 } from '@tabler/icons-react';
import { useConfig } from '@/shared/api/use-config';
import { formatDate, formatDuration } from '@/shared/format/dates';
import { useFocusOnStep } from '@/shared/hooks/use-focus-on-step';
import { consultations as words } from '@/shared/i18n/consultations.messages';
import { describeError } from '@/shared/i18n/errors.messages';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { useAudioRemoval } from '../api/get-audio-removal';
import { useAudioAddress } from '../api/sign-audio';
import { speeds, stepSeconds, type AudioDeck, type Speed } from '../model/audio-deck';
import { retentionSentence } from '../model/audio-retention';
import type { Evidence } from '../model/evidence';
import { soundOf, wasRemoved, type Consultation } from '../model/report';
import { DeleteAudioButton } from './DeleteAudioButton';
import { DownloadAudioButton } from './DownloadAudioButton';
import { useDeckState } from './use-deck-state';
import classes from './AudioPlayer.module.css';

const { player } = words.report;
const speedOptions = speeds.map((speed) => ({ value: String(speed), label: player.speeds[speed] }));

interface AudioPlayerProps {
  consultation: Consultation;
  evidence: Evidence;
  deck: AudioDeck;
}

/** The sound of the visit, or in plain words why there is none: the focus stays here when the sound goes. */
export function AudioPlayer(props: AudioPlayerProps) {
  const place = useRef<HTMLDivElement>(null);
  useFocusOnStep(soundOf(props.consultation, props.evidence), () => place.current);
  return (
    <div ref={place} tabIndex={-1} className={classes.place}>
      <Sound {...props} />
    </div>
  );
}

function Sound({ consultation, evidence, deck }: AudioPlayerProps) {
  const { id, audio_url: audioUrl, created_at: at } = consultation;
  const { data: address, dataUpdatedAt: signedAt, error, refetch } = useAudioAddress(audioUrl);
  const { trouble } = useDeckState(deck);
  useEffect(() => {
    if (trouble === 'address') void refetch();
  }, [trouble, refetch]);
  const sound = soundOf(consultation, evidence);
  if (audioUrl === null || sound !== 'kept')
    return sound === 'removed' ? <Removed consultationId={id} /> : <Note text={player.none} />;
  if (error) {
    return wasRemoved(error) ? (
      <Removed consultationId={id} />
    ) : (
      <ErrorBanner message={words.errors.audio(describeError(error))} onRetry={() => void refetch()} />
    );
  }
  if (!address) return <Skeleton height={112} />;
  return <Player {...{ audioUrl, address, signedAt, at, deck }} />;
}

interface PlayerProps {
  audioUrl: string;
  address: string;
  signedAt: number;
  at: string;
  deck: AudioDeck;
}

function Player({ audioUrl, address, signedAt, at, deck }: PlayerProps) {
  const { attach } = deck;
  const { speed, trouble } = useDeckState(deck);
  const config = useConfig();
  useEffect(() => deck.reload(), [deck, signedAt]);
  return (
    <div role="group" aria-label={words.report.audio} className={classes.player}>
      {/* The transcript beside it says the same in words. */}
      {/* eslint-disable-next-line jsx-a11y/media-has-caption */}
      <audio ref={attach} preload="metadata" src={address} />
      <Position deck={deck} />
      <Group gap="xs" wrap="nowrap">
        <Controls deck={deck} />
        <NativeSelect
          className={classes.speed}
          aria-label={player.speed}
          data={speedOptions}
          value={String(speed)}
          onChange={(event) => deck.setSpeed(Number(event.currentTarget.value) as Speed)}
        />
        <DownloadAudioButton audioUrl={audioUrl} at={at} isIcon />
      </Group>
      <Text size="sm" c="dimmed">
        {player.hint}
      </Text>
      <Group gap="xs" justify="space-between">
        <Text size="sm" c="dimmed">
          {config ? retentionSentence(config.audioRetention, at) : ''}
        </Text>
        <DeleteAudioButton audioUrl={audioUrl} />
      </Group>
      {trouble === 'unreachable' || trouble === 'unplayable' ? (
        <Text size="sm" role="alert">
          {player[trouble]}
        </Text>
      ) : null}
    </div>
  );
}

/** The sound is gone, by the doctor or by the operator's rule: since when, where that is known. */
function Removed({ consultationId }: { consultationId: string }) {
  const { data: at } = useAudioRemoval(consultationId);
  return <Note text={at ? player.removedOn(formatDate(at)) : player.removed} />;
}

function Note({ text }: { text: string }) {
  return (
    <Text size="sm" c="dimmed" className={classes.player}>
      {text}
    </Text>
  );
}

function Position({ deck }: { deck: AudioDeck }) {
  const { second, duration } = useDeckState(deck);
  const shown = Math.min(second, duration);
  return (
    <div className={classes.position}>
      <input
        type="range"
        className={classes.range}
        min={0}
        max={Math.max(1, Math.round(duration))}
        step={0.1}
        value={shown}
        aria-label={player.position}
        aria-valuetext={player.positionOf(formatDuration(shown), formatDuration(duration))}
        onChange={(event) => deck.seek(Number(event.currentTarget.value))}
      />
      <Text size="sm" c="dimmed" component="span" aria-hidden className={classes.time}>
        {`${formatDuration(shown)} / ${formatDuration(duration)}`}
      </Text>
    </div>
  );
}

function Controls({ deck }: { deck: AudioDeck }) {
  const { isPlaying } = useDeckState(deck);
  return (
    <>
      <ActionIcon
        variant="filled"
        size={44}
        radius="xl"
        aria-label={isPlaying ? player.pause : player.play}
        onClick={deck.toggle}
      >
        {isPlaying ? <IconPlayerPause size={22} aria-hidden /> : <IconPlayerPlay size={22} aria-hidden />}
      </ActionIcon>
      <ActionIcon variant="subtle" size={44} aria-label={player.back} onClick={() => deck.move(-stepSeconds)}>
        <IconRewindBackward5 size={22} aria-hidden />
      </ActionIcon>
      <ActionIcon variant="subtle" size={44} aria-label={player.forward} onClick={() => deck.move(stepSeconds)}>
        <IconRewindForward5 size={22} aria-hidden />
      </ActionIcon>
    </>
  );
}
