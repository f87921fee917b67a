# SPDX-License-Identifier: GPL-3.0-or-later
#
# Finds LibTorch with its CUDA runtime and CUPTI inside a PyTorch wheel or a libtorch folder. Neither nvcc nor a CUDA
# toolkit is needed (torch's own CMake package asks for both, only to name libraries that lie beside it).
#
# Looked for, in this order:
#   1. ATTNSCOPE_LIBTORCH (cache or environment variable): a folder "torch" or "libtorch", or the one that holds it
#   2. the user's cache, ~/.cache/attnscope/libtorch-*/torch, where packaging/setup.sh puts it
#   3. the torch of python3
#
# Result: LibTorch_FOUND, LibTorch_VERSION ("2.11.0"), LibTorch_DIR_FOUND (the folder), LibTorch_WITH_CUDA, and the
# target LibTorch::LibTorch, which defines ATTNSCOPE_WITH_CUDA=1 where CUDA, the CUDA runtime and CUPTI are there.

set(ATTNSCOPE_LIBTORCH "$ENV{ATTNSCOPE_LIBTORCH}" CACHE PATH "A torch or libtorch folder (empty: look for one)")

function(_libtorch_usable folder result)
    foreach(candidate IN ITEMS "${folder}" "${folder}/torch" "${folder}/libtorch")
        if(EXISTS "${candidate}/include/ATen/ATen.h" AND EXISTS "${candidate}/lib/libtorch.so")
            file(REAL_PATH "${candidate}" candidate)
            set(${result} "${candidate}" PARENT_SCOPE)
            return()
        endif()
    endforeach()
    set(${result} "" PARENT_SCOPE)
endfunction()

set(LibTorch_DIR_FOUND "")
set(_libtorch_wish "${ATTNSCOPE_LIBTORCH}")
if(NOT "$ENV{ATTNSCOPE_LIBTORCH}" STREQUAL "")
    set(_libtorch_wish "$ENV{ATTNSCOPE_LIBTORCH}")
endif()
if(_libtorch_wish)
    _libtorch_usable("${_libtorch_wish}" LibTorch_DIR_FOUND)
    if(NOT LibTorch_DIR_FOUND)
        message(WARNING "ATTNSCOPE_LIBTORCH=${_libtorch_wish} holds no include/ATen/ATen.h and lib/libtorch.so.")
    endif()
else()
    set(_libtorch_cache "$ENV{XDG_CACHE_HOME}")
    if(NOT _libtorch_cache)
        set(_libtorch_cache "$ENV{HOME}/.cache")
    endif()
    file(GLOB _libtorch_candidates "${_libtorch_cache}/attnscope/libtorch-*")
    list(SORT _libtorch_candidates COMPARE NATURAL ORDER DESCENDING)
    foreach(_libtorch_candidate IN LISTS _libtorch_candidates)
        _libtorch_usable("${_libtorch_candidate}" LibTorch_DIR_FOUND)
        if(LibTorch_DIR_FOUND)
            break()
        endif()
    endforeach()
    if(NOT LibTorch_DIR_FOUND)
        # find_spec does not import torch, which would take seconds.
        execute_process(
            COMMAND python3 -c "import importlib.util as u; s = u.find_spec('torch'); print(s.submodule_search_locations[0] if s else '')"
            OUTPUT_VARIABLE _libtorch_candidate OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
        if(_libtorch_candidate)
            _libtorch_usable("${_libtorch_candidate}" LibTorch_DIR_FOUND)
        endif()
    endif()
endif()

if(LibTorch_DIR_FOUND)
    if(EXISTS "${LibTorch_DIR_FOUND}/version.py")
        file(STRINGS "${LibTorch_DIR_FOUND}/version.py" _libtorch_version REGEX "^__version__" LIMIT_COUNT 1)
    elseif(EXISTS "${LibTorch_DIR_FOUND}/build-version")
        file(STRINGS "${LibTorch_DIR_FOUND}/build-version" _libtorch_version LIMIT_COUNT 1)
    endif()
    string(REGEX MATCH "[0-9]+\\.[0-9]+\\.[0-9]+" LibTorch_VERSION "${_libtorch_version}")
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(LibTorch
    REQUIRED_VARS LibTorch_DIR_FOUND LibTorch_VERSION
    VERSION_VAR LibTorch_VERSION
    REASON_FAILURE_MESSAGE "set ATTNSCOPE_LIBTORCH to a torch or libtorch folder")

if(LibTorch_FOUND AND NOT TARGET LibTorch::LibTorch)
    get_filename_component(_libtorch_site "${LibTorch_DIR_FOUND}" DIRECTORY)
    set(_libtorch_lib "${LibTorch_DIR_FOUND}/lib")
    set(_libtorch_includes
        "${LibTorch_DIR_FOUND}/include" "${LibTorch_DIR_FOUND}/include/torch/csrc/api/include")
    set(_libtorch_libraries "${_libtorch_lib}/libtorch.so" "${_libtorch_lib}/libtorch_cpu.so" "${_libtorch_lib}/libc10.so")

    set(_libtorch_nvidia "${_libtorch_site}/nvidia/cu13")
    set(LibTorch_WITH_CUDA FALSE)
    if(EXISTS "${_libtorch_lib}/libtorch_cuda.so" AND EXISTS "${_libtorch_nvidia}/include/cupti.h"
       AND EXISTS "${_libtorch_nvidia}/lib/libcupti.so.13" AND EXISTS "${_libtorch_nvidia}/lib/libcudart.so.13")
        set(LibTorch_WITH_CUDA TRUE)
        list(APPEND _libtorch_includes "${_libtorch_nvidia}/include")
        list(APPEND _libtorch_libraries
            "${_libtorch_lib}/libtorch_cuda.so" "${_libtorch_lib}/libc10_cuda.so"
            "${_libtorch_nvidia}/lib/libcupti.so.13" "${_libtorch_nvidia}/lib/libcudart.so.13")
    endif()

    # torch_cuda registers its kernels when it is loaded, nothing refers to it by name: it must stay on the link line.
    # The libraries those need in turn (cuBLAS, cuDNN, …) are found by LibTorch's own RUNPATH.
    list(JOIN _libtorch_libraries "," _libtorch_libraries)
    add_library(LibTorch::LibTorch INTERFACE IMPORTED)
    set_target_properties(LibTorch::LibTorch PROPERTIES
        INTERFACE_INCLUDE_DIRECTORIES "${_libtorch_includes}"
        INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${_libtorch_includes}"
        INTERFACE_LINK_LIBRARIES "-Wl,--push-state,--no-as-needed,${_libtorch_libraries},--pop-state"
        INTERFACE_LINK_OPTIONS "-Wl,--allow-shlib-undefined")
    if(LibTorch_WITH_CUDA)
        set_property(TARGET LibTorch::LibTorch PROPERTY INTERFACE_COMPILE_DEFINITIONS ATTNSCOPE_WITH_CUDA=1)
    endif()
    set(LibTorch_RUNTIME_DIRS "${_libtorch_lib}" "${_libtorch_nvidia}/lib")
endif()
