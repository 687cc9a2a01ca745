import { Badge } from '@mantine/core';
import { review as words } from '@/shared/i18n/review.messages';

/** Whether a section was spoken about at all. */
export function SectionState({ isDiscussed }: { isDiscussed: boolean }) {
  return (
    <Badge color={isDiscussed ? 'teal' : 'gray'} variant="light" tt="none" fw={500}>
      {isDiscussed ? words.section.discussed : words.section.notDiscussed}
    </Badge>
  );
}
