import type { ReactNode } from 'react';

/** Parts under their names in code. */
export function Sample({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="stack gap-2">
      <code className="fine">{name}</code>
      {children}
    </div>
  );
}
