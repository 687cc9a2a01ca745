import { useState } from 'react';
import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { common } from '@/shared/i18n/common.messages';

const typingMilliseconds = 250;

interface SearchBoxProps {
  /** Name and placeholder. */
  label: string;
  value: string;
  maxLength?: number;
  onSearch: (text: string) => void;
}

/** A search that waits until the typing pauses. One that is taken back from outside empties it; its focus stays. */
export function SearchBox({ label, value, maxLength, onSearch }: SearchBoxProps) {
  const [typed, setTyped] = useState(value);
  const [announced, setAnnounced] = useState(value);
  if (value !== announced) {
    setAnnounced(value);
    setTyped(value);
  }
  const announce = useDebouncedCallback((text: string) => {
    setAnnounced(text);
    onSearch(text);
  }, typingMilliseconds);

  function type(text: string) {
    setTyped(text);
    announce(text);
  }

  return (
    <TextInput
      type="search"
      role="searchbox"
      aria-label={label}
      placeholder={label}
      {...(maxLength === undefined ? {} : { maxLength })}
      leftSection={<IconSearch size={18} aria-hidden />}
      rightSection={typed ? <CloseButton aria-label={common.actions.clear} onClick={() => type('')} size={36} /> : null}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      flex="1 1 260px"
    />
  );
}
