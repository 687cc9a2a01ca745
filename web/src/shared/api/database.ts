/** The tables as the server serves them: the column names are the wire's. Dates are `2026-11-21`, times RFC 3339. */
export type Gender = 'male' | 'female' | 'other' | 'prefer_not_to_say';
export type Role = 'doctor' | 'admin' | 'superadmin';
export type Tier = 'free' | 'basic' | 'advanced' | 'enterprise';
export type VisitType = 'prima_visita' | 'visita_controllo';

export type UserRow = {
  id: string;
  email: string;
  username: string | null;
  full_name: string | null;
  role: Role;
  subscription_tier: Tier;
  created_at: string;
};

export type PatientRow = {
  id: string;
  user_id: string;
  first_name: string;
  last_name: string;
  birth_date: string;
  gender: Gender;
  email: string | null;
  phone: string | null;
  /** Kilograms. */
  weight: number | null;
  /** Centimetres. */
  height: number | null;
  notes: string | null;
  created_at: string;
};

/** The nine sections of a report, in the order in which they are read. */
export const reportSections = [
  'motivo_visita',
  'storia_medica',
  'storia_ponderale',
  'abitudini_alimentari',
  'attivita_fisica',
  'fattori_psi',
  'esami_parametri',
  'punti_critici',
  'note_specialista',
] as const;

export type ReportSection = (typeof reportSections)[number];

export type ConsultationRow = Record<ReportSection, string | null> & {
  id: string;
  patient_id: string;
  user_id: string | null;
  created_at: string;
  /** The object's name in storage; a playable address comes from a signed URL. */
  audio_url: string | null;
  transcription: string | null;
  medical_report: string | null;
  gdpr_consent: boolean;
  visita: VisitType;
  duration_seconds: number | null;
  /** JSON: the statements with the words and seconds that support them. */
  evidence: unknown;
  /** When the doctor marked the report as reviewed, and who did; empty again once the report is changed. */
  reviewed_at: string | null;
  reviewed_by: string | null;
};

/** The text of a report as it was saved once. Written by the database alone. */
export type ReportVersionRow = Record<ReportSection, string | null> & {
  id: string;
  consultation_id: string;
  /** From 1, the first draft. */
  number: number;
  created_at: string;
};

/** A visit as a point of a patient's curves; null for what it did not measure. */
export type VisitMeasures = {
  consultation_id: string;
  created_at: string;
  visita: VisitType;
  weight_kg: number | null;
  /** kg/m². */
  bmi: number | null;
  waist_cm: number | null;
};

/** A consultation as lists show it, with its patient's name. */
export type FoundConsultation = Pick<
  ConsultationRow,
  'id' | 'patient_id' | 'created_at' | 'visita' | 'duration_seconds' | 'motivo_visita' | 'audio_url'
> & { patient: { first_name: string; last_name: string } | null };

export type RecordingState =
  'recording' | 'received' | 'transcribing' | 'analysing' | 'writing' | 'saved' | 'waiting' | 'failed';

export type RecordingRow = {
  /** When the operator's retention took the sound away; null while it is there. */
  audio_deleted_at?: string | null;
  id: string;
  user_id: string;
  patient_id: string;
  visita: VisitType;
  consent_at: string;
  mime: string;
  source: 'recording' | 'upload';
  state: RecordingState;
  bytes: number;
  duration_seconds: number | null;
  /** Pieces of the sound that are transcribed, of those known so far. */
  pieces_done: number;
  pieces_total: number | null;
  /** Seconds of the sound that are text by now. */
  transcribed_seconds: number;
  partial_transcript: string | null;
  error_code: string | null;
  consultation_id: string | null;
  created_at: string;
  updated_at: string;
};

export type PlanRow = { id: string; name: string; monthly_minutes: number; price: number | null };

export type SubscriptionRow = {
  id: string;
  user_id: string;
  plan_id: string | null;
  tier: Tier;
  monthly_minutes: number;
  minutes_used: number;
  start_date: string | null;
  end_date: string | null;
  current_period_start: string | null;
  current_period_end: string | null;
  is_active: boolean;
  price: number | null;
  created_at: string;
};

export type AnnouncementAudience = 'everybody' | 'plans' | 'selection';

/** A message of an administrator; the counts are kept by the server. */
export type AnnouncementRow = {
  id: string;
  sender_id: string | null;
  subject: string;
  body: string;
  audience: AnnouncementAudience;
  /** Tiers, separated by commas, where the audience is `plans`. */
  tiers: string;
  sends_mail: boolean;
  recipients: number;
  /** Mails handed over so far. */
  mails: number;
  reads: number;
  created_at: string;
};

/** The copy of an announcement that one person received. */
export type NoticeRow = {
  id: string;
  announcement_id: string;
  user_id: string;
  subject: string;
  body: string;
  created_at: string;
  read_at: string | null;
};

export type Activity = {
  consultations: number;
  active_doctors: number;
  minutes: number;
  new_users: number;
  /** Terms with a price that began in that time, and their sum in euro. */
  paid_months: number;
  revenue: number;
};

export type ReportUnit = 'day' | 'month';

export type ActivityReport = {
  /** `start` is `2026-11-21` or `2026-11`. */
  buckets: (Activity & { start: string })[];
  total: Activity;
};

export type AuditEntry = {
  at: string;
  event: string;
  /** Whom it is about; empty when nobody is known. */
  email: string;
  /** Who did it, where it was somebody else. */
  actor: string;
  address: string;
  detail: string;
  /** What it happened to, by its id or name, where that is not the account. */
  subject: string;
};

export type SubscriptionFinding = { kind: string; users: number; emails: string[] };

/** Which engine hears the patient; a host that is null is the server itself. */
export interface SpeechEngine {
  host: string | null;
  is_remote: boolean;
}

export type SystemState = {
  version: string;
  uptime_seconds: number;
  database: 'sqlite' | 'postgres';
  speech: { state: 'missing' | 'starting' | 'ready' | 'unreachable'; is_remote: boolean; host: string };
  language_model: { is_configured: boolean };
  mail: { is_delivered: boolean };
  queue: {
    jobs: number;
    running: number;
    due: number;
    oldest_due_seconds: number;
    recordings: Partial<Record<RecordingState, number>>;
  };
  disk: { free_bytes: number; total_bytes: number } | null;
};

type Reference<Name extends string, Column extends string, Table extends string> = {
  foreignKeyName: Name;
  columns: [Column];
  isOneToOne: false;
  referencedRelation: Table;
  referencedColumns: ['id'];
};

type Table<Row, Required extends keyof Row, References extends Reference<string, string, string>[] = []> = {
  Row: Row;
  Insert: Partial<Row> & Pick<Row, Required>;
  Update: Partial<Row>;
  Relationships: References;
};

type Procedure<Args extends Record<string, string>> = { Args: Args; Returns: string };

/** What the client library expects where a schema has no views, enumerations or composite types. */
// eslint-disable-next-line @typescript-eslint/no-generated-empty-object-type -- keys of never, as the library asks
type None = Record<never, never>;

/** The shape that the client library's types are derived from. */
export type Database = {
  public: {
    Tables: {
      users: Table<UserRow, 'id' | 'email'>;
      patients: Table<PatientRow, 'first_name' | 'last_name' | 'birth_date' | 'gender'>;
      consultations: Table<
        ConsultationRow,
        'patient_id',
        [Reference<'consultations_patient_id_fkey', 'patient_id', 'patients'>]
      >;
      report_versions: Table<
        ReportVersionRow,
        never,
        [Reference<'report_versions_consultation_id_fkey', 'consultation_id', 'consultations'>]
      >;
      recordings: Table<RecordingRow, never, [Reference<'recordings_patient_id_fkey', 'patient_id', 'patients'>]>;
      subscription_plans: Table<PlanRow, 'name'>;
      user_subscriptions: Table<
        SubscriptionRow,
        never,
        [
          Reference<'user_subscriptions_plan_id_fkey', 'plan_id', 'subscription_plans'>,
          Reference<'user_subscriptions_user_id_fkey', 'user_id', 'users'>,
        ]
      >;
      announcements: Table<AnnouncementRow, never, [Reference<'announcements_sender_id_fkey', 'sender_id', 'users'>]>;
      notices: Table<NoticeRow, never, [Reference<'notices_user_id_fkey', 'user_id', 'users'>]>;
    };
    Views: None;
    Functions: {
      create_free_subscription_for_user: Procedure<{ user_id: string }>;
      ensure_valid_subscription: Procedure<{ user_id: string }>;
      handle_plan_change: Procedure<{ user_id: string; new_tier: string }>;
      minutes_charged: { Args: { bounds: string[] }; Returns: number[] };
      patient_measures: { Args: { patient_id: string }; Returns: VisitMeasures[] };
      search_consultations: {
        Args: { search: string; first: number; most: number };
        Returns: { count: number; rows: FoundConsultation[] };
      };
      assign_plan: Procedure<{ user_id: string; new_tier: string }>;
      send_announcement: {
        Args: {
          announcement_id: string;
          subject: string;
          body: string;
          audience: AnnouncementAudience;
          tiers: string[];
          user_ids: string[];
          sends_mail: boolean;
        };
        Returns: { recipients: number };
      };
      activity_report: { Args: { since: string; until: string; unit: ReportUnit }; Returns: ActivityReport };
      audit_log_page: {
        Args: {
          event: string;
          person: string;
          since: string | null;
          until: string | null;
          limit: number;
          offset: number;
        };
        Returns: { total: number; rows: AuditEntry[] };
      };
      subscription_diagnosis: { Args: None; Returns: SubscriptionFinding[] };
      speech_engine: { Args: None; Returns: SpeechEngine };
      system_state: { Args: None; Returns: SystemState };
      run_sql_migration: { Args: { sql: string }; Returns: { success: boolean } };
    };
    Enums: None;
    CompositeTypes: None;
  };
};
