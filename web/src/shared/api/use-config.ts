import { useQuery } from '@tanstack/react-query';
import { loadConfig, type AppConfig } from './config';

/** The server's public configuration, and whether it is still on its way. */
export function useConfigQuery() {
  return useQuery({ queryKey: ['config'], queryFn: loadConfig, staleTime: Infinity });
}

/** The server's public configuration; undefined until it is known. */
export function useConfig(): AppConfig | undefined {
  return useConfigQuery().data;
}
