import { Button, Text, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useConfig } from '@/shared/api/use-config';
import { contactEmail } from '@/shared/contact';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { privacy } from '@/shared/i18n/privacy.messages';
import classes from './PrivacyPolicy.module.css';

export function PrivacyPolicy({ onBack }: { onBack: () => void }) {
  usePageTitle(privacy.title);
  const config = useConfig();
  const email = config?.controller?.email ?? contactEmail(config);
  return (
    <main className={classes.page}>
      <Button
        variant="subtle"
        px="sm"
        ml="calc(-1 * var(--mantine-spacing-sm))"
        leftSection={<IconArrowLeft size={18} aria-hidden />}
        onClick={onBack}
      >
        {privacy.back}
      </Button>
      <Title order={1} mt="md">
        {privacy.title}
      </Title>
      <Text c="dimmed">{privacy.updated}</Text>
      {privacy.sections(email, config?.controller, config).map(({ title, paragraphs, points }) => (
        <section key={title}>
          <Title order={2}>{title}</Title>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          {points ? (
            <ul>
              {points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          ) : null}
        </section>
      ))}
    </main>
  );
}
