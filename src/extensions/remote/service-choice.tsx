import { SelectField } from '../../parts/form/select.tsx';
import { changeLayerText } from '../../publish/change-layer/change-layer-text.ts';
import { Positions } from '../../publish/change-layer/position-choice.tsx';
import type { Target } from '../../publish/change-layer/target.ts';
import { managedServices } from '../../publish/managed-services.ts';
import { elsewhereText as t } from './remote-text.ts';

/** Whether a file becomes a service of its own, or a layer of one that is there, and where in it. */
export function ServiceChoice(props: {
  /** Key of the service that is chosen; empty for a new one. */
  service: string;
  /** Absent while it is read. */
  target: Target | undefined;
  /** The page was opened for one service. */
  isFixed: boolean;
  onService: (key: string) => void;
  onPosition: (position: Target['position']) => void;
}) {
  const { service, target, isFixed, onService, onPosition } = props;
  const services = managedServices.value ?? [];
  return (
    <>
      {!isFixed && services.length > 0 && (
        <SelectField
          label={t.service}
          value={service}
          choices={[['', t.newService], ...services.map(({ key, title }) => [key, title] as const)]}
          onChange={onService}
        />
      )}
      {target && !target.layer && (
        <>
          {!isFixed && <p class="soft">{changeLayerText.addDetail}</p>}
          <Positions count={1} target={target} onChoose={onPosition} />
        </>
      )}
    </>
  );
}
