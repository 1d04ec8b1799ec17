import type { TabProps } from '../tab-props.ts';
import { TokensPart } from './tokens-part.tsx';
import { UsersPart } from './users-part.tsx';

/** The accounts of a portal with their roles, and the tokens they hold. */
export function AccountsTab(props: TabProps) {
  return (
    <>
      <UsersPart {...props} />
      <TokensPart {...props} />
    </>
  );
}
