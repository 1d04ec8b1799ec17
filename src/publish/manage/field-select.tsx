import { SelectField } from '../../parts/form/select.tsx';
import { publishText as t } from '../text/publish-text.ts';

export const FieldSelect = ({
  names,
  ...rest
}: {
  label: string;
  value: string;
  names: readonly string[];
  onChange: (name: string) => void;
}) => <SelectField {...rest} choices={[['', t.manage.none], ...names.map((name) => [name, name] as const)]} />;
