# SPDX-License-Identifier: GPL-3.0-or-later
#
# Language level, warnings, sanitizers, ccache. Warnings are on for every target that links attnscope_warnings.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_LINK_DEPENDS_NO_SHARED ON)
set(CMAKE_CXX_SCAN_FOR_MODULES OFF)

add_library(attnscope_warnings INTERFACE)
target_compile_options(attnscope_warnings INTERFACE -Wall -Wextra -Wpedantic -Wconversion)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(attnscope_warnings INTERFACE -Wno-restrict) # warns about std::string itself (GCC bug 105651)
endif()
if(ATTNSCOPE_WERROR)
    target_compile_options(attnscope_warnings INTERFACE -Werror)
endif()

if(ATTNSCOPE_SANITIZE)
    add_compile_options(-fsanitize=${ATTNSCOPE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    add_link_options(-fsanitize=${ATTNSCOPE_SANITIZE})
endif()

find_program(ATTNSCOPE_CCACHE ccache)
mark_as_advanced(ATTNSCOPE_CCACHE)
if(ATTNSCOPE_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    # NOHASHDIR lets objects be shared between build folders; the sloppiness is what ccache's manual asks for when
    # precompiled headers are in use.
    set(CMAKE_CXX_COMPILER_LAUNCHER
        "${CMAKE_COMMAND};-E;env;CCACHE_NOHASHDIR=1;CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime;${ATTNSCOPE_CCACHE}")
endif()
