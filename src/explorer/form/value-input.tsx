import type { ScalarName } from '../../../sw/contract/index.ts';
import type { Plan } from '../../../sw/soap/plan.ts';
import { Select } from '../../parts/form/select.tsx';
import { ListInput } from './list-input.tsx';
import { docOf } from './row-docs.ts';
import { ScalarInput } from './scalar-input.tsx';
import { StructInput } from './struct-input.tsx';

export interface ValueInputProps {
  plan: Plan;
  field: string;
  /** Path of the value, for messages: `Find.LayerIDs[0]`. */
  path: string;
  label: string;
  value: unknown;
  onChange: (value: unknown) => void;
}

export function ValueInput(props: ValueInputProps) {
  const { plan, ...rest } = props;
  switch (plan.kind) {
    case 'scalar':
      return <ScalarInput scalar={plan.name as ScalarName} {...rest} />;
    case 'enum':
      return (
        <Select
          aria-label={props.label}
          title={docOf(plan)}
          value={String(props.value)}
          choices={[...plan.values].map((one) => [one, one])}
          onChange={props.onChange}
        />
      );
    case 'list':
      return <ListInput {...rest} plan={plan} />;
    case 'struct':
      return <StructInput {...rest} plan={plan} />;
  }
}
