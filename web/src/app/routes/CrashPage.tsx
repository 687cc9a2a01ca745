import { Button, Center, Stack, Text, Title } from '@mantine/core';
import { common } from '@/shared/i18n/common.messages';

/** What stands instead of a page that failed to load or to draw. */
export function CrashPage() {
  return (
    <Center mih="100dvh" p="lg">
      <Stack align="center" maw={460} ta="center" role="alert">
        <Title order={1}>{common.crash.title}</Title>
        <Text>{common.crash.text}</Text>
        <Button onClick={() => window.location.reload()}>{common.crash.reload}</Button>
      </Stack>
    </Center>
  );
}
