import { Center, Stack, Text, Title } from '@mantine/core';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { common } from '@/shared/i18n/common.messages';
import { paths } from '@/shared/paths';
import { ButtonLink } from '@/shared/ui/ButtonLink';

export function Component() {
  usePageTitle(common.notFound.title);
  return (
    <Center mih="100dvh" p="lg" component="main">
      <Stack align="center" maw={460} ta="center">
        <Title order={1}>{common.notFound.title}</Title>
        <Text>{common.notFound.text}</Text>
        <ButtonLink to={paths.landing}>{common.notFound.link}</ButtonLink>
      </Stack>
    </Center>
  );
}
