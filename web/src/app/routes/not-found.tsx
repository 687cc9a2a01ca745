import { Center } from '@mantine/core';
import { paths } from '@/shared/paths';
import { NotFound } from '../NotFound';

export function Component() {
  return (
    <Center mih="100dvh" p="lg" component="main">
      <NotFound to={paths.landing} />
    </Center>
  );
}
