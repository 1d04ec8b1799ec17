import { useRef } from 'preact/hooks';

interface Props {
  name: string;
  className: string;
  value: number;
  minimum: number;
  maximum: number;
  text: string;
  /** Position along the line, 0 to 1. */
  share: number;
  /** Color of the handle, if it isn't the default. */
  color?: string;
  onDrag: (clientX: number) => void;
  onDrop?: () => void;
  onTake?: () => void;
  /** Receives a step as a share of the line; infinite for the ends. */
  onStep: (share: number) => void;
}

/** Handle that moves along a line by mouse, touch or arrow keys. */
export function ValueHandle(props: Props) {
  const { name, className, value, minimum, maximum, text, share, color, onDrag, onDrop, onTake, onStep } = props;
  const isDragged = useRef(false);
  return (
    <button
      type="button"
      role="slider"
      class={className}
      aria-label={name}
      aria-valuemin={minimum}
      aria-valuemax={maximum}
      aria-valuenow={value}
      aria-valuetext={text}
      style={{ insetInlineStart: `${share * 100}%`, '--own': color }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        isDragged.current = true;
        onTake?.();
      }}
      onPointerMove={(event) => {
        if (isDragged.current) onDrag(event.clientX);
      }}
      onLostPointerCapture={() => {
        isDragged.current = false;
        onDrop?.();
      }}
      onKeyDown={(event) => {
        const step = keyStep(event.key, event.shiftKey);
        if (step === undefined) return;
        event.preventDefault();
        onStep(step);
      }}
    />
  );
}

/** Return the step of a key as a share of the line; undefined for other keys. */
function keyStep(key: string, isFast: boolean): number | undefined {
  const fine = isFast ? 0.1 : 0.01;
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -fine,
    ArrowDown: -fine,
    ArrowRight: fine,
    ArrowUp: fine,
    PageDown: -0.1,
    PageUp: 0.1,
    Home: Number.NEGATIVE_INFINITY,
    End: Number.POSITIVE_INFINITY,
  };
  return steps[key];
}
