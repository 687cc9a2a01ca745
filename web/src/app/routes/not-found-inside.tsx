import { Center } from '@mantine/core';
import { paths } from '@/shared/paths';
import { NotFound } from '../NotFound';

/** An address of the protected area that leads nowhere: inside the frame, for whoever is signed in. */
export function Component() {
  return (
    <Center mih="60dvh">
      <NotFound to={paths.dashboard} />
    </Center>
  );
}
