import { Button } from '@almagest/ui/components/button';

interface MoreButtonProps {
  /** A list that is read in pages. */
  readonly list: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
  readonly label: string;
}

/** Reads the next page of a list, if there is one. */
export function MoreButton({ list, label }: MoreButtonProps) {
  if (!list.hasNextPage) return null;
  return (
    <div>
      <Button isBlocked={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {label}
      </Button>
    </div>
  );
}
