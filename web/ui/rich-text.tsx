import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';

const Sanitized = lazy(() => import('./sanitized-html.tsx'));

/** Rich text of the API, sanitized once more before it is shown; the sanitizer loads when needed. */
export function RichText({ html }: { html: string }) {
  if (!html) return null;
  return (
    <Suspense fallback={<Skeleton height={120} />}>
      <Sanitized html={html} />
    </Suspense>
  );
}
