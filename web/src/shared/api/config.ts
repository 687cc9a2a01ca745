import type { Tier } from './database';
import { ApiError } from './errors';

/** Euro a month by plan; null is on request. */
export type PriceList = Partial<Record<Tier, number | null>>;

/** What the server tells every visitor: nothing secret. */
export interface AppConfig {
  anonKey: string;
  publicUrl: string;
  version: string;
  /** The longest recording that the server takes. */
  maxRecordingHours?: number;
  /** How long the speech engine may take for a piece of a recording. */
  speechTimeoutSeconds?: number;
  /** What becomes of the sound of a saved consultation: `keep`, `after-report`, or a number of days. */
  audioRetention?: string;
  /** How long lines of the audit log are kept, in days; 0 is for ever. */
  auditLogDays?: number;
  /** Where questions and Enterprise inquiries go. */
  contactEmail?: string;
  /** Card-payment checkout by plan, when the operator has a payment provider. */
  checkout?: { basic?: string; advanced?: string };
  /** Where a doctor manages an existing payment. */
  billingPortal?: string;
  /** The price list inside the application. */
  prices?: PriceList;
  /** The price list of the public page. */
  landingPrices?: PriceList;
  /** Who answers for the data, named in the privacy policy. */
  controller?: { name: string; address: string; email?: string };
}

let pending: Promise<AppConfig> | undefined;

async function fetchConfig(): Promise<AppConfig> {
  let response: Response;
  try {
    response = await fetch('/config.json', { headers: { Accept: 'application/json' } });
  } catch (cause) {
    throw new ApiError({ code: 'network', message: 'config.json unreachable', status: 0, cause });
  }
  if (!response.ok) throw new ApiError({ code: 'network', message: 'config.json refused', status: response.status });
  return (await response.json()) as AppConfig;
}

/** The configuration, read once per page load; a failed read is tried again at the next call. */
export function loadConfig(): Promise<AppConfig> {
  pending ??= fetchConfig().catch((error: unknown) => {
    pending = undefined;
    throw error;
  });
  return pending;
}

/** Lets the next call read it again. */
export function forgetConfig(): void {
  pending = undefined;
}
