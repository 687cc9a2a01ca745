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
  onSearch: (text: string) => void;
}

/** A search that waits until the typing pauses. */
export function SearchBox({ label, value, onSearch }: SearchBoxProps) {
  const [typed, setTyped] = useState(value);
  const announce = useDebouncedCallback(onSearch, typingMilliseconds);

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
      leftSection={<IconSearch size={18} aria-hidden />}
      rightSection={typed ? <CloseButton aria-label={common.actions.clear} onClick={() => type('')} size={36} /> : null}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      flex="1 1 260px"
    />
  );
}
