import { Checkbox, Group, Radio, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { announcements } from '@/shared/i18n/announcements.messages';
import { planWords } from '@/shared/i18n/plans.messages';
import { assignableTiers } from '../api/create-subscription';
import type { AnnouncementInput } from '../api/send-announcement';
import { PeoplePicker } from './PeoplePicker';

const { fields: words } = announcements;

interface AnnouncementFieldsProps {
  form: UseFormReturnType<AnnouncementInput>;
}

/** What is said, to whom, and whether by mail as well. */
export function AnnouncementFields({ form }: AnnouncementFieldsProps) {
  return (
    <>
      <TextInput label={words.subject} {...form.getInputProps('subject')} />
      <Textarea label={words.body} description={words.bodyHint} autosize minRows={5} {...form.getInputProps('body')} />
      <Radio.Group label={words.audience} {...form.getInputProps('audience')}>
        <Group mih={44} gap="lg">
          {(['everybody', 'plans', 'selection'] as const).map((audience) => (
            <Radio key={audience} value={audience} label={words.audiences[audience]} />
          ))}
        </Group>
      </Radio.Group>
      <AudienceChoice form={form} />
      <Checkbox label={words.sendsMail} {...form.getInputProps('sendsMail', { type: 'checkbox' })} />
    </>
  );
}

/** The plans or the people, where not everybody is meant. */
function AudienceChoice({ form }: AnnouncementFieldsProps) {
  const { audience, userIds } = form.values;
  if (audience === 'everybody') return null;
  if (audience === 'selection') {
    const choose = (chosen: string[]) => form.setFieldValue('userIds', chosen);
    return <PeoplePicker value={userIds} error={form.errors.userIds} onChange={choose} />;
  }
  return (
    <Checkbox.Group label={words.tiers} {...form.getInputProps('tiers')}>
      <Group mih={44} gap="lg">
        {assignableTiers.map((tier) => (
          <Checkbox key={tier} value={tier} label={planWords.names[tier]} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}
