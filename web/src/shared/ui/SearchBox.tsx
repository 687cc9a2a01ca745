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
  const [seen, setSeen] = useState(value);
  // What was announced and has not come back yet: whoever keeps the search may be slower than the typing.
  const [sent, setSent] = useState<readonly string[]>([]);
  if (value !== seen) {
    const at = sent.indexOf(value);
    setSeen(value);
    setSent(sent.slice(at < 0 ? sent.length : at + 1));
    if (at < 0) setTyped(value);
  }
  const announce = useDebouncedCallback((text: string) => {
    if (text !== value) setSent((waiting) => [...waiting, text]);
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
      rightSectionWidth={44}
      rightSection={typed ? <CloseButton aria-label={common.actions.clear} onClick={() => type('')} size={44} /> : null}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      flex="1 1 260px"
    />
  );
}
