import type { getWebinar } from '#contract/learning/webinars';
import type { ResponseOf } from '#contract/platform';

export type Webinar = ResponseOf<typeof getWebinar>;
