import { Button } from '@almagest/ui/components/button';
import type { LucideIcon } from 'lucide-react';

const ICON = 16;

interface BarButtonProps {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly onPress: () => void;
}

/** Shows only an icon. Its label is the tooltip. */
export function BarButton({ label, icon: Icon, onPress }: BarButtonProps) {
  return (
    <Button kind="quiet" iconOnly aria-label={label} title={label} onClick={onPress}>
      <Icon size={ICON} aria-hidden />
    </Button>
  );
}
