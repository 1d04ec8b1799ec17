import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Value } from '../../../sw/contract/index.ts';
import type { Extent } from '../../../sw/geometry/extent.ts';
import type { RequestFacts } from '../request-facts.ts';

/** What inputs anywhere in a form need to know. */
interface FormContext {
  readonly facts: RequestFacts;
  /** Ids and names of the layers and tables of the service. */
  readonly layers: readonly { readonly id: number; readonly name: string }[];
  /** Fields of the layer the request is about. */
  readonly fields: readonly Value<'Field'>[];
  /** What the map page shows, in the reference of the map; undefined when it was not open yet. */
  readonly viewExtent: Extent | undefined;
  /** Say that what is typed at a place is no value, or that it is one again. */
  readonly onProblem: (place: string, problem: string | undefined) => void;
}

const context = createContext<FormContext | undefined>(undefined);
export const FormProvider = context.Provider;

export function useForm(): FormContext {
  const form = useContext(context);
  if (!form) throw new Error('an input outside a form');
  return form;
}
