set role osnova_system;

reset role;
