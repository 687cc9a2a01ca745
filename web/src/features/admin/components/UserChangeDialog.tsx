import { Text } from '@mantine/core';
import type { Role, Tier, UserRow } from '@/shared/api/database';
import { toApiError } from '@/shared/api/errors';
import { useFocusReturn } from '@/shared/hooks/use-focus-return';
import { admin } from '@/shared/i18n/admin.messages';
import { describeError } from '@/shared/i18n/errors.messages';
import { planWords } from '@/shared/i18n/plans.messages';
import { ConfirmDialog } from '@/shared/ui/ConfirmDialog';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { notifySuccess } from '@/shared/ui/notify';
import { useAssignPlan } from '../api/assign-plan';
import { useChangeRole } from '../api/change-role';

const words = admin.change;

/** A new role or a new plan for somebody. */
export type UserChange = { user: UserRow } & ({ role: Role; tier?: never } | { tier: Tier; role?: never });

/** The database's own refusal is the rule that somebody must be able to give the roles. */
function messageOf(error: unknown): string {
  return toApiError(error).code === 'P0001' ? words.lastSuperadmin : describeError(error);
}

/** Asks before it gives a role or a plan, and says what came of it. */
export function UserChangeDialog({ change, onClose }: { change: UserChange; onClose: () => void }) {
  useFocusReturn();
  const { user, role, tier } = change;
  const roleChange = useChangeRole();
  const planChange = useAssignPlan();
  const error = roleChange.error ?? planChange.error;

  function apply() {
    const onSuccess = () => {
      notifySuccess(role ? words.roleDone(user.email) : words.tierDone(user.email));
      onClose();
    };
    if (role) roleChange.mutate({ userId: user.id, role }, { onSuccess });
    else planChange.mutate({ userId: user.id, tier }, { onSuccess });
  }

  return (
    <ConfirmDialog
      isOpen
      title={role ? words.roleTitle : words.tierTitle}
      action={words.confirm}
      isBusy={roleChange.isPending || planChange.isPending}
      onConfirm={apply}
      onClose={onClose}
    >
      <Text>
        {role
          ? words.roleText(user.email, admin.roles[user.role], admin.roles[role])
          : words.tierText(user.email, planWords.names[user.subscription_tier], planWords.names[tier])}
      </Text>
      {role && role !== 'doctor' ? <Text>{words.roleHint}</Text> : null}
      {error ? <ErrorBanner message={messageOf(error)} /> : null}
    </ConfirmDialog>
  );
}
