import { Skeleton, Text } from '@mantine/core';
import { consultations as words } from '@/shared/i18n/consultations.messages';
import { describeError } from '@/shared/i18n/errors.messages';
import { useAudioAddress } from '../api/sign-audio';
import classes from './AudioPlayer.module.css';

/** The sound of the visit, from a signed address. */
export function AudioPlayer({ audioUrl }: { audioUrl: string }) {
  const { data: address, error } = useAudioAddress(audioUrl);
  if (error) {
    return (
      <Text size="sm" c="dimmed">
        {words.errors.audio(describeError(error))}
      </Text>
    );
  }
  if (!address) return <Skeleton height={54} />;
  return (
    // The transcript beside it says the same in words.
    // eslint-disable-next-line jsx-a11y/media-has-caption
    <audio className={classes.player} controls preload="metadata" src={address} aria-label={words.report.audio} />
  );
}
