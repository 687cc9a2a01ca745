import { Stack, Text, Title } from '@mantine/core';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { common } from '@/shared/i18n/common.messages';
import { ButtonLink } from '@/shared/ui/ButtonLink';

/** What stands where no page is, and the way on. */
export function NotFound({ to }: { to: string }) {
  usePageTitle(common.notFound.title);
  return (
    <Stack align="center" maw={460} ta="center">
      <Title order={1}>{common.notFound.title}</Title>
      <Text>{common.notFound.text}</Text>
      <ButtonLink to={to}>{common.notFound.link}</ButtonLink>
    </Stack>
  );
}
