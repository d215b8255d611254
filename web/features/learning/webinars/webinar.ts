import type { getWebinar } from '#contract/learning/webinars';
import type { ResponseOf } from '#contract/platform';

export type Lock = NonNullable<Webinar['locked']>;
export type Webinar = ResponseOf<typeof getWebinar>;
