import type { TabProps } from '../tab-props.ts';
import { TokensPart } from './tokens-part.tsx';
import { UsersPart } from './users-part.tsx';

export function AccountsTab(props: TabProps) {
  return (
    <>
      <UsersPart {...props} />
      <TokensPart {...props} />
    </>
  );
}
