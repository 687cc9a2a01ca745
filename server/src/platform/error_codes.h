// The closed list of refusals. Each has a name in C++, the code that clients may rely on, and its HTTP status.
// docs/errors.md explains every one of them; a layout test holds the two lists together.
#pragma once

// clang-format off
#define SCRIBA_ERROR_CODES(X)                                        \
  /* Sign-in and accounts: codes of supabase/auth */                 \
  X(kBadJson,                   400, "bad_json")                     \
  X(kValidationFailed,          400, "validation_failed")            \
  X(kInvalidCredentials,        400, "invalid_credentials")          \
  X(kEmailNotConfirmed,         400, "email_not_confirmed")          \
  X(kUserBanned,                400, "user_banned")                  \
  X(kCaptchaFailed,             400, "captcha_failed")               \
  X(kRefreshTokenNotFound,      400, "refresh_token_not_found")      \
  X(kRefreshTokenAlreadyUsed,   400, "refresh_token_already_used")   \
  X(kSessionExpired,            400, "session_expired")              \
  X(kBadCodeVerifier,           400, "bad_code_verifier")            \
  X(kNoAuthorization,           401, "no_authorization")             \
  X(kNoApiKey,                  401, "no_api_key")                   \
  X(kInvalidApiKey,             401, "invalid_api_key")              \
  X(kBadJwt,                    403, "bad_jwt")                      \
  X(kSessionNotFound,           403, "session_not_found")            \
  X(kUserNotFound,              403, "user_not_found")               \
  X(kNotAdmin,                  403, "not_admin")                    \
  X(kOtpExpired,                403, "otp_expired")                  \
  X(kFlowStateNotFound,         404, "flow_state_not_found")         \
  X(kSamlProviderDisabled,      404, "saml_provider_disabled")       \
  X(kSsoProviderNotFound,       404, "sso_provider_not_found")       \
  X(kManualLinkingDisabled,     404, "manual_linking_disabled")      \
  X(kWeakPassword,              422, "weak_password")                \
  X(kSamePassword,              422, "same_password")                \
  X(kUserAlreadyExists,         422, "user_already_exists")          \
  X(kEmailExists,               422, "email_exists")                 \
  X(kSignupDisabled,            422, "signup_disabled")              \
  X(kAnonymousProviderDisabled, 422, "anonymous_provider_disabled")  \
  X(kOtpDisabled,               422, "otp_disabled")                 \
  X(kFlowStateExpired,          422, "flow_state_expired")           \
  X(kReauthenticationNotValid,  422, "reauthentication_not_valid")   \
  X(kMfaFactorNameConflict,     422, "mfa_factor_name_conflict")     \
  X(kTooManyEnrolledMfaFactors, 422, "too_many_enrolled_mfa_factors") \
  X(kMfaFactorNotFound,         404, "mfa_factor_not_found")         \
  X(kMfaChallengeExpired,       422, "mfa_challenge_expired")        \
  X(kMfaVerificationFailed,     422, "mfa_verification_failed")      \
  X(kInsufficientAal,           422, "insufficient_aal")             \
  X(kOverEmailSendRateLimit,    429, "over_email_send_rate_limit")   \
  X(kOverRequestRateLimit,      429, "over_request_rate_limit")      \
  X(kUnexpectedFailure,         500, "unexpected_failure")           \
  /* Tables: codes of PostgREST and PostgreSQL */                    \
  X(kQueryUnparsable,           400, "PGRST100")                     \
  X(kMethodNotServed,           405, "PGRST101")                     \
  X(kBodyUnparsable,            400, "PGRST102")                     \
  X(kRangeNotSatisfiable,       416, "PGRST103")                     \
  X(kSchemaNotServed,           406, "PGRST106")                     \
  X(kMediaTypeNotServed,        406, "PGRST107")                     \
  X(kEmbedNotSelected,          400, "PGRST108")                     \
  X(kNotSingular,               406, "PGRST116")                     \
  X(kVerbNotServed,             405, "PGRST117")                     \
  X(kRelatedOrderNotToOne,      400, "PGRST118")                     \
  X(kEmbedFilterUnsupported,    400, "PGRST120")                     \
  X(kPreferenceInvalid,         400, "PGRST122")                     \
  X(kAggregatesOff,             400, "PGRST123")                     \
  X(kTooManyAffected,           400, "PGRST124")                     \
  X(kPathInvalid,               404, "PGRST125")                     \
  X(kFeatureNotServed,          400, "PGRST127")                     \
  X(kRelationshipUnknown,       400, "PGRST200")                     \
  X(kRelationshipAmbiguous,     300, "PGRST201")                     \
  X(kFunctionUnknown,           404, "PGRST202")                     \
  X(kPayloadColumnUnknown,      400, "PGRST204")                     \
  X(kTableUnknown,              404, "PGRST205")                     \
  X(kTokenUndecodable,          401, "PGRST301")                     \
  X(kTokenClaimsInvalid,        401, "PGRST303")                     \
  X(kColumnUnknown,             400, "42703")                        \
  X(kNotPermitted,              403, "42501")                        \
  X(kValueUnparsable,           400, "22P02")                        \
  X(kValueOutOfRange,           400, "22003")                        \
  X(kDateUnparsable,            400, "22007")                        \
  X(kDateOutOfRange,            400, "22008")                        \
  X(kValueTooLong,              400, "22001")                        \
  X(kNotNullViolated,           400, "23502")                        \
  X(kForeignKeyViolated,        409, "23503")                        \
  X(kUniqueViolated,            409, "23505")                        \
  X(kCheckViolated,             400, "23514")                        \
  X(kWriteWithoutFilter,        400, "21000")                        \
  X(kRaised,                    400, "P0001")                        \
  X(kReadOnly,                  405, "25006")                        \
  X(kQueryTooExpensive,         400, "57014")                        \
  /* Files: codes of supabase/storage */                             \
  X(kNoSuchKey,                 404, "NoSuchKey")                    \
  X(kNoSuchBucket,              404, "NoSuchBucket")                 \
  X(kNoSuchUpload,              404, "NoSuchUpload")                 \
  X(kAccessDenied,              403, "AccessDenied")                 \
  X(kInvalidJwt,                401, "InvalidJWT")                   \
  X(kResourceAlreadyExists,     409, "ResourceAlreadyExists")        \
  X(kInvalidMimeType,           415, "InvalidMimeType")              \
  X(kEntityTooLarge,            413, "EntityTooLarge")               \
  X(kInvalidKey,                400, "InvalidKey")                   \
  X(kInvalidRange,              416, "InvalidRange")                 \
  X(kInvalidRequest,            400, "InvalidRequest")               \
  X(kInvalidUploadOffset,       409, "InvalidUploadOffset")          \
  X(kUploadLocked,              423, "ResourceLocked")               \
  X(kTusVersionUnsupported,     412, "InvalidTusVersion")            \
  X(kStorageQuotaExceeded,      413, "storage_quota_exceeded")       \
  /* Recordings, speech, report: Scriba's own */                     \
  X(kConsentRequired,           400, "consent_required")             \
  X(kPatientNotFound,           404, "patient_not_found")            \
  X(kMinutesExhausted,          403, "minutes_exhausted")            \
  X(kRecordingNotFound,         404, "recording_not_found")          \
  X(kRecordingStateConflict,    409, "recording_state_conflict")     \
  X(kEmptyFile,                 400, "empty_file")                   \
  X(kNotAudio,                  415, "not_audio")                    \
  X(kVideoNotAccepted,          415, "video_not_accepted")           \
  X(kAudioUnreadable,           422, "audio_unreadable")             \
  X(kAudioTooLong,              413, "audio_too_long")               \
  X(kNoSpeech,                  422, "no_speech")                    \
  X(kEmptyTranscript,           400, "empty_transcript")             \
  X(kSpeechEngineMissing,       503, "speech_engine_missing")        \
  X(kSpeechEngineUnreachable,   503, "speech_engine_unreachable")    \
  X(kSpeechEngineRefused,       502, "speech_engine_refused")        \
  X(kSpeechTimeout,             504, "speech_timeout")               \
  X(kTranscriptInvalid,         502, "transcript_invalid")           \
  X(kLanguageModelFailed,       502, "language_model_failed")        \
  X(kActionUnknown,             400, "action_unknown")               \
  /* Of the server as a whole */                                     \
  X(kNotFound,                  404, "not_found")                    \
  X(kMethodNotAllowed,          405, "method_not_allowed")           \
  X(kRequestTooLarge,           413, "request_too_large")            \
  X(kUriTooLong,                414, "uri_too_long")                 \
  X(kUnsupportedMediaType,      415, "unsupported_media_type")       \
  X(kUnauthorized,              401, "unauthorized")                 \
  X(kForbidden,                 403, "forbidden")                    \
  X(kSecondFactorRequired,      403, "second_factor_required")       \
  X(kDiskFull,                  507, "disk_full")                    \
  X(kBusy,                      503, "busy")                         \
  X(kDeadlineExceeded,          504, "deadline_exceeded")            \
  X(kUnsealFailed,              500, "unseal_failed")                \
  X(kConfigurationInvalid,      500, "configuration_invalid")        \
  X(kInternal,                  500, "internal")
// clang-format on
