import { Stack } from '@mantine/core';
import { AnnouncementForm } from '@/features/admin/components/AnnouncementForm';
import { SentAnnouncements } from '@/features/admin/components/SentAnnouncements';
import { announcements } from '@/shared/i18n/announcements.messages';
import { PageHeader } from '@/shared/ui/PageHeader';
import { RequireAdmin } from '../guards';

export function Component() {
  return (
    <RequireAdmin>
      <PageHeader title={announcements.title} />
      <Stack gap="lg">
        <AnnouncementForm />
        <SentAnnouncements />
      </Stack>
    </RequireAdmin>
  );
}
