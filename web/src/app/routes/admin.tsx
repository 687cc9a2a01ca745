import { Stack, Tabs, Title } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { AuditLog } from '@/features/admin/components/AuditLog';
import { CreateSubscriptionForm } from '@/features/admin/components/CreateSubscriptionForm';
import { PlanTable } from '@/features/admin/components/PlanTable';
import { SubscriptionTable } from '@/features/admin/components/SubscriptionTable';
import { SystemPanel } from '@/features/admin/components/SystemPanel';
import { UserFigures } from '@/features/admin/components/UserFigures';
import { UserTable } from '@/features/admin/components/UserTable';
import { admin } from '@/shared/i18n/admin.messages';
import { paths } from '@/shared/paths';
import { ButtonLink } from '@/shared/ui/ButtonLink';
import { PageHeader } from '@/shared/ui/PageHeader';
import { SharedFailure } from '@/shared/ui/SharedFailure';
import { RequireAdmin } from '../guards';
import classes from './admin.module.css';

const words = admin.tools;
const views = { utenti: 'users', abbonamenti: 'subscriptions', registro: 'audit', sistema: 'system' } as const;

/** The view that is open, also when its name stands beyond the edge of a telephone. */
function bringIntoView(tab: HTMLElement | null) {
  const row = tab?.parentElement;
  if (row) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
}

/** One view at a time; which one stands in the address. */
export function Component() {
  const [query, setQuery] = useSearchParams();
  const asked = query.get('vista') ?? '';
  const view = asked in views ? asked : 'utenti';
  return (
    <RequireAdmin>
      <PageHeader
        title={words.title}
        actions={
          <ButtonLink to={paths.checkUsers} variant="default">
            {words.checkUsers}
          </ButtonLink>
        }
      />
      <SharedFailure>
        <Stack gap="lg">
          <UserFigures />
          <Tabs
            value={view}
            onChange={(vista) => setQuery(vista ? { vista } : {}, { replace: true })}
            keepMounted={false}
          >
            <Tabs.List mb="lg" className={classes.views}>
              {Object.entries(views).map(([address, name]) => (
                <Tabs.Tab key={address} value={address} mih={44} ref={address === view ? bringIntoView : null}>
                  {words.views[name]}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <Tabs.Panel value="utenti">
              <Stack gap="lg">
                <UserTable />
                <CreateSubscriptionForm />
              </Stack>
            </Tabs.Panel>
            <Tabs.Panel value="abbonamenti">
              <Stack gap="lg">
                <Title order={2}>{words.subscriptions}</Title>
                <SubscriptionTable />
                <Title order={2}>{words.plans}</Title>
                <PlanTable />
              </Stack>
            </Tabs.Panel>
            <Tabs.Panel value="registro">
              <AuditLog />
            </Tabs.Panel>
            <Tabs.Panel value="sistema">
              <SystemPanel />
            </Tabs.Panel>
          </Tabs>
        </Stack>
      </SharedFailure>
    </RequireAdmin>
  );
}
