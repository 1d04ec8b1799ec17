import type { Portal } from '../connection/portal-answers.ts';
import type { Session } from '../connection/sessions.ts';

export interface TabProps {
  readonly portal: Portal;
  readonly session: Session;
  readonly portals: readonly Portal[];
}
