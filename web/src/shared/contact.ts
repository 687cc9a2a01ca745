import type { AppConfig } from './api/config';

const defaultContact = 'info@scriba.example';

/** The operator's address for questions; a reserved one until it is configured. */
export function contactEmail(config: AppConfig | undefined): string {
  return config?.contactEmail ?? defaultContact;
}
